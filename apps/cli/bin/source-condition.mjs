/** Does what `node --conditions=@tactus/source` does, where Node gets no flags: imports of our packages resolve to their sources. */

/** @type {import('node:module').ResolveHook} */
export const resolve = (specifier, context, next) =>
  next(specifier, { ...context, conditions: [...(context.conditions ?? []), '@tactus/source'] });
