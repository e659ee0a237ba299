/**
 * The address of a request as the router can read it. A percent sign that stands for nothing is taken for itself, so an
 * address with a slip in it gets the answer of any other address that leads nowhere: the page that says so, or a 404.
 * @param url path and query of a request, as sent
 */
export function readableUrl(url: string): string {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (!path.includes('%') || isReadable(path)) return url;
  return path.replaceAll('%', '%25') + url.slice(path.length);
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
