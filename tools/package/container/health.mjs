/** The health check of the container: whether the cloud in it answers. Copied into the image. */
const { TACTUS_TLS_CERT, PORT } = process.env;
// Its own certificate names the site, not this address.
if (TACTUS_TLS_CERT) process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
const address = `${TACTUS_TLS_CERT ? 'https' : 'http'}://127.0.0.1:${PORT ?? 8787}/livez`;
process.exitCode = await fetch(address).then(
  ({ ok }) => (ok ? 0 : 1),
  () => 1,
);
