/** The id by which the app finds the first picture. */
export const FIRST_HOME_ID = 'first-home';

/** Takes the first picture away once the app stands. */
export function leaveFirstHome(document: Document): void {
  document.getElementById(FIRST_HOME_ID)?.remove();
}

/** Says, in the place of the app, that it does not start. The texts of the languages may be what could not be loaded. */
export function reportNotStarted(document: Document): void {
  leaveFirstHome(document);
  const root = document.getElementById('root');
  if (root !== null) root.textContent = 'Tactus could not start. Check the network and reload the page.';
}
