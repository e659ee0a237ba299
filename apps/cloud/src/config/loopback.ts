/** Whether a host name or address leads to this machine only. Brackets of IPv6 addresses do not matter. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '127.0.0.1') return true;
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}
