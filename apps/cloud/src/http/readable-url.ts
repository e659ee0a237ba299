/**
 * The address of a request in a form that the router can read. An invalid percent sign is taken literally, so a mistyped
 * address gets the answer of any other unknown address: the not-found page, or a 404.
 * @param url path and query of a request, as sent
 */
export function escapeInvalidPercents(url: string): string {
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
