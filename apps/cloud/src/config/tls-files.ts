import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Paths of the files for https. */
export interface TlsFiles {
  /** The certificate, with its chain, as PEM. */
  readonly certFile: string;
  /** Its private key, as PEM without a passphrase. */
  readonly keyFile: string;
}

/**
 * Reads a certificate and its key. Throws an Error with one sentence for the operator where a file is missing, unreadable or
 * malformed, or where the key belongs to another certificate. The message contains nothing of the key.
 */
export function readTlsFiles({ certFile, keyFile }: TlsFiles): { readonly cert: Buffer; readonly key: Buffer } {
  const cert = readNamed('TACTUS_TLS_CERT', certFile);
  const key = readNamed('TACTUS_TLS_KEY', keyFile);
  const certificate = parse(() => new X509Certificate(cert), `TACTUS_TLS_CERT: ${certFile} holds no certificate (PEM)`);
  const privateKey = parse<KeyObject>(
    () => createPrivateKey(key),
    `TACTUS_TLS_KEY: ${keyFile} holds no private key (PEM without a passphrase)`,
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new Error(`TACTUS_TLS_KEY: ${keyFile} is not the key of the certificate in ${certFile}`);
  return { cert, key };
}

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this process may not read it',
  EISDIR: 'it is a folder',
};

function readNamed(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new Error(`${name}: ${file} cannot be read (${WHY[code] ?? code})`);
  }
}

function parse<T>(read: () => T, otherwise: string): T {
  try {
    return read();
  } catch {
    throw new Error(otherwise);
  }
}
