/** The boot module that gives the browser's address bar the colour of the theme; returns its own undo. */
export function followThemeColor(document: Document): () => void {
  const root = document.documentElement;
  const meta = document.querySelector('meta[name="theme-color"]');
  const apply = () => {
    const color = getComputedStyle(root).getPropertyValue('--bg').trim();
    if (color !== '') meta?.setAttribute('content', color);
  };
  const observer = new MutationObserver(apply);
  observer.observe(root, { attributeFilter: ['data-character', 'data-mode'] });
  apply();
  return () => observer.disconnect();
}
