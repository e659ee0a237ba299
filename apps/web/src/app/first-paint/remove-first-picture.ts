/** The id by which the app finds the first picture. */
export const FIRST_PICTURE_ID = 'first-picture';

/** Removes the first picture once the app is shown. */
export function removeFirstPicture(document: Document): void {
  document.getElementById(FIRST_PICTURE_ID)?.remove();
}

/** Shows, in place of the app, why it does not start. In English by default, since the catalogs may be what failed to load. */
export function showStartFailure(
  document: Document,
  text = 'Tactus could not start. Check the network and reload the page.',
): void {
  removeFirstPicture(document);
  const name = document.querySelector('.boot');
  if (name !== null) name.textContent = text;
}
