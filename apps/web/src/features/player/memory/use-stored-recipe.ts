import { useEffect, useState } from 'react';
import { useShowError } from '../../../device/session/use-show-error.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { createRecipeControl, type RecipeControl } from '../script/recipe-control.ts';
import type { OpenScript } from '../script/use-loaded-script.ts';
import type { ScriptMemoryStore } from './memory-store.ts';

/** The changes to the open script before it is played, stored by its content; undefined before a script is open. */
export function useStoredRecipe(open: OpenScript, store: ScriptMemoryStore | undefined): RecipeControl | undefined {
  const [control, setControl] = useState<RecipeControl>();
  const report = useLatest(useShowError());
  const latest = useLatest(open);
  const { loader, source, script } = open;

  useEffect(() => {
    if (loader === undefined || store === undefined) return;
    setControl(
      createRecipeControl({
        edit: loader.edit,
        save: (hash, recipe) => store.change(hash, { recipe }),
        onScript: (made) => latest.current.replace(made),
        onError: (error) => report.current(error),
      }),
    );
  }, [loader, store, latest, report]);

  const hash = script?.hash;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file that is read again is opened again.
  useEffect(() => {
    const read = latest.current.script;
    if (control === undefined || store === undefined || hash === undefined || read?.hash !== hash) return;
    let isOver = false;
    void store.read(hash).then(({ recipe }) => {
      if (!isOver) void control.open(read, recipe);
    });
    return () => {
      isOver = true;
    };
  }, [control, store, hash, source, latest]);

  return script === undefined ? undefined : control;
}
