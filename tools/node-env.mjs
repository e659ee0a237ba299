/**
 * Runs a function that uses the bundler in this process. The bundler sets NODE_ENV to 'production', which later child processes
 * would inherit.
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
