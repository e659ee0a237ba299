/**
 * A module hook that comes after tsx: it takes the work out of the helper by which tsx gives every function its name
 * again when it is made. Each of these calls turns a function into a dictionary of 250 bytes, and a modelled device has a
 * hundred functions. What is lost are the names of arrow functions in stack traces, which give file and line anyway.
 */

/** The helper as esbuild writes it for tsx. */
const HELPER = 'var __name=(target,value)=>__defProp(target,"name",{value,configurable:true});';
const NO_HELPER = 'var __name=(target)=>target;';

/**
 * @param {string} url
 * @param {object} context
 * @param {(url: string, context: object) => Promise<{ format: string, source?: unknown }>} nextLoad
 */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const { source } = loaded;
  if (typeof source !== 'string') return loaded;
  return { ...loaded, source: source.replace(HELPER, NO_HELPER) };
}
