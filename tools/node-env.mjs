/**
 * Runs something that uses the bundler in this process. The bundler leaves 'production' behind, which what is started after
 * it would take for its own.
 * @template R
 * @param {() => Promise<R>} work
 */
export async function keepingNodeEnv(work) {
  const { NODE_ENV } = process.env;
  try {
    return await work();
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}
