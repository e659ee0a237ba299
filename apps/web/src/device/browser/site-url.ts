/** Whether an address is a loopback one: no other device can reach us there. */
export function isLoopbackAddress(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(host);
}
