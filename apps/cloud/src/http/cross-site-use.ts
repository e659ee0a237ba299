/** Our one document that other sites may show in a frame (docs/widget.md). */
const FRAME = '/widget.html';
/** Our one script that other sites may load. */
const SCRIPT = '/widget.js';
/** The window in which a person gives a site permission; the frame opens it and receives its messages. */
const PERMISSION = '/uui';

/** What other sites may do with a file or page of the app; `ours`: nothing. */
export type CrossSiteUse = 'ours' | 'frame' | 'script' | 'permission';

/** The reach of the file or page of a request's URL. */
export function crossSiteUseOf(url: string): CrossSiteUse {
  const [path, query = ''] = url.split('?', 2);
  if (path === FRAME) return 'frame';
  if (path === SCRIPT) return 'script';
  return path === PERMISSION && new URLSearchParams(query).has('allow') ? 'permission' : 'ours';
}
