/**
 * A module hook that runs after tsx: it removes the work of the helper by which tsx restores every function's name. Each of
 * these calls turns a function into a dictionary of 250 bytes, and a virtual device has a hundred functions. The names of
 * arrow functions disappear from stack traces, which state file and line anyway.
 */

/** The helper as esbuild writes it for tsx. */
const HELPER = 'var __name=(target,value)=>__defProp(target,"name",{value,configurable:true});';
const NO_HELPER = 'var __name=(target)=>target;';

/**
 * @typedef {{ format: string, source?: unknown }} Loaded
 * @param {Loaded} loaded
 * @returns {Loaded}
 */
function withoutHelper(loaded) {
  const { source } = loaded;
  if (typeof source !== 'string') return loaded;
  return { ...loaded, source: source.replace(HELPER, NO_HELPER) };
}

/**
 * The hook for a Node without hooks in the program's own thread: 20, and 22 before 22.15.
 * @param {string} url
 * @param {object} context
 * @param {(url: string, context: object) => Promise<Loaded>} nextLoad
 */
export async function load(url, context, nextLoad) {
  return withoutHelper(await nextLoad(url, context));
}

/**
 * The hook for any other Node, where tsx has its own in the program's thread too, before all that wait in another.
 * @param {string} url
 * @param {object} context
 * @param {(url: string, context: object) => Loaded} nextLoad
 */
export const loadInThread = (url, context, nextLoad) => withoutHelper(nextLoad(url, context));
