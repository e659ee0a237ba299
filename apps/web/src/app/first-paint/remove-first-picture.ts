/** The id by which the app finds the first picture. */
export const FIRST_PICTURE_ID = 'first-picture';

/** Removes the first picture once the app is shown. */
export function removeFirstPicture(document: Document): void {
  document.getElementById(FIRST_PICTURE_ID)?.remove();
}

/** Shows, in place of the app, that it does not start. In English alone, since the catalogs may be what failed to load. */
export function showStartFailure(document: Document): void {
  removeFirstPicture(document);
  const root = document.getElementById('root');
  if (root !== null) root.textContent = 'Tactus could not start. Check the network and reload the page.';
}
