/** The one document of ours that other sites may show in a frame (docs/widget.md). */
const FRAME = '/widget.html';
/** The one script of ours that they may load. */
const SCRIPT = '/widget.js';
/** The window in which a person gives a site permission, which the frame opens and hears. */
const PERMISSION = '/uui';

/** What other sites may do with a file or page of the app; `ours`: nothing. */
export type Reach = 'ours' | 'frame' | 'script' | 'permission';

/** What other sites may do with what a URL of a request names. */
export function reachOf(url: string): Reach {
  const [path, query = ''] = url.split('?', 2);
  if (path === FRAME) return 'frame';
  if (path === SCRIPT) return 'script';
  return path === PERMISSION && new URLSearchParams(query).has('allow') ? 'permission' : 'ours';
}
