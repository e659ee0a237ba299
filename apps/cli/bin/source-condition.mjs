/** What `node --conditions=@tactus/source` does, where nobody can give Node a flag: packages are entered by their sources. */

/** @type {import('node:module').ResolveHook} */
export const resolve = (specifier, context, next) =>
  next(specifier, { ...context, conditions: [...(context.conditions ?? []), '@tactus/source'] });
