/**
 * Makes an element let go of what it plays, and then ends the address of its file. An element that the page has removed would
 * still ask for the rest of the file, at an address that is gone.
 */
export function releaseMedium(element: HTMLMediaElement): void {
  const { src } = element;
  element.removeAttribute('src');
  element.load();
  URL.revokeObjectURL(src);
}
