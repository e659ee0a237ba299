/** The id by which the app finds the first picture. */
export const FIRST_HOME_ID = 'first-home';

/** Removes the first picture once the app is shown. */
export function removeFirstHome(document: Document): void {
  document.getElementById(FIRST_HOME_ID)?.remove();
}

/** Shows, in place of the app, that it does not start. In English alone, since the catalogs may be what failed to load. */
export function showStartFailure(document: Document): void {
  removeFirstHome(document);
  const root = document.getElementById('root');
  if (root !== null) root.textContent = 'Tactus could not start. Check the network and reload the page.';
}
