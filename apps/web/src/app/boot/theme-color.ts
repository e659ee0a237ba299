/** Keeps the colour of the browser's address bar in step with the theme; returns its own undo. A boot module. */
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
