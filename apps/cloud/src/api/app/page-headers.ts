import type { CloudConfig } from '../../config/config.ts';
import type { CrossSiteUse } from '../../http/cross-site-use.ts';

/**
 * Response headers of every page of the app: the final content security policy and its companions. Other sites may frame
 * the widget and load its script, and the widget receives messages of the permission window (docs/widget.md).
 */
export function pageHeaders(
  { apiBase, scriptHost, analyticsHost }: CloudConfig,
  reach: CrossSiteUse = 'ours',
): Readonly<Record<string, string>> {
  const elsewhere = [apiBase, scriptHost, analyticsHost]
    .filter((url) => url !== undefined)
    .map((url) => new URL(url).origin);
  // A person may open a video by its address, which may be anywhere (docs/decisions/011-media-from-other-sites.md). From a
  // page that came over https the browser itself lets nothing of http through.
  const connections = [...new Set(["'self'", ...elsewhere, 'https:', 'http:'])].join(' ');
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob: https: http:",
      "font-src 'self'",
      `connect-src ${connections}`,
      "worker-src 'self'",
      // The widget on our own page.
      "frame-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${reach === 'frame' ? '*' : "'self'"}`,
      "require-trusted-types-for 'script'",
      // The app's heartbeat is the only worker there is (apps/web/src/device/browser/heartbeat.ts).
      'trusted-types tactus-worker',
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // A window whose opener is in a frame of another site loses its connection to the opener under any other value.
    'cross-origin-opener-policy': reach === 'permission' ? 'unsafe-none' : 'same-origin',
    ...(reach === 'script' && { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' }),
    'permissions-policy': [
      'accelerometer=()',
      'camera=()',
      'display-capture=()',
      'geolocation=()',
      'gyroscope=()',
      'magnetometer=()',
      'microphone=(self)',
      'payment=()',
      'serial=()',
      'usb=()',
    ].join(', '),
  };
}
