/** Shows texts in the app's own font, which the browser then fetches, unless it is cached. */
export function showOwnFont(document: Document): void {
  document.documentElement.dataset['font'] = '';
}
