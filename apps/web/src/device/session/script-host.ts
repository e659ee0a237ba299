import { createContext, use } from 'react';

/** Where scripts are uploaded: our cloud's own host, unless the deployment names another. */
export const ScriptHostContext = createContext('/api/script/v0');

/** Where scripts are uploaded. */
export function useScriptHost(): string {
  return use(ScriptHostContext);
}
