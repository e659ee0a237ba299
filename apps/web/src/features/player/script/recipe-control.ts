import type { Recipe } from '@tactus/motion';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { indexOfChangedStep } from './recipe-steps.ts';
import type { LoadedScript } from './script-loader.ts';

/** The open script, its recipe, and the script edited by it. */
export interface RecipeState {
  /** The script of the file, unchanged. */
  readonly original: LoadedScript | undefined;
  /** The script after the last applied recipe; the same as the original while there is none. */
  readonly edited: LoadedScript | undefined;
  /** The steps that the person sees: `edited` follows them. */
  readonly recipe: Recipe;
  readonly canUndo: boolean;
  /** The original is played, to compare. */
  readonly comparing: boolean;
  /** `edited` is being computed. */
  readonly busy: boolean;
}

/** Changes the recipe of the script that is open. */
export interface RecipeControl {
  readonly state: StoreApi<RecipeState>;
  /** Loads another script, with its stored recipe. */
  open(script: LoadedScript, recipe: Recipe): Promise<void>;
  /** Changes the recipe, by a step that can be undone. Values of one step that change in a row are one such step. */
  change(recipe: Recipe): Promise<void>;
  undo(): Promise<void>;
  /** Plays the original, or the edited script. */
  compare(on: boolean): void;
  /** Unloads the script. */
  clear(): void;
}

/** The script to show and to play. @internal */
export const scriptToPlay = ({ original, edited, comparing }: RecipeState): LoadedScript | undefined =>
  comparing ? original : edited;

const NOTHING: RecipeState = {
  original: undefined,
  edited: undefined,
  recipe: [],
  canUndo: false,
  comparing: false,
  busy: false,
};

/** The number of steps that can be undone. */
const MOST_PAST = 100;

/** A control without a script. The newest recipe wins: an older one still being computed is not awaited. */
export function createRecipeControl(parts: {
  edit: (script: LoadedScript, recipe: Recipe) => Promise<LoadedScript>;
  /** Stores the recipe under the content hash of its script. */
  save: (hash: string, recipe: Recipe) => Promise<void>;
  /** Called when the script to play has changed. */
  onScript: (script: LoadedScript) => void;
  onError: (error: unknown) => void;
}): RecipeControl {
  const { edit, save, onScript, onError } = parts;
  const state = createStore<RecipeState>(() => NOTHING);
  let past: Recipe[] = [];
  /** The step whose values changed last. */
  let lastChanged: number | undefined;
  /** The stored recipe. */
  let savedRecipe: Recipe | undefined;
  let isMaking = false;

  function set(part: Partial<RecipeState>) {
    const before = scriptToPlay(state.getState());
    state.setState({ ...part, canUndo: past.length > 0 });
    const now = scriptToPlay(state.getState());
    if (now !== undefined && now !== before) onScript(now);
  }

  /** Applies the newest recipe until there is no newer one, then stores it. */
  async function make(): Promise<void> {
    if (isMaking) return;
    isMaking = true;
    for (;;) {
      const { original, edited, recipe } = state.getState();
      if (original === undefined || edited?.recipe === recipe) break;
      try {
        const made = recipe.length === 0 ? { ...original, recipe } : await edit(original, recipe);
        if (state.getState().original === original) set({ edited: made });
      } catch (error) {
        if (state.getState().recipe !== recipe) continue;
        // The newest recipe fails: the last working one stays, or else the original.
        past = past.filter((one) => one !== edited?.recipe);
        set({ recipe: edited?.recipe ?? [] });
        onError(error);
      }
    }
    isMaking = false;
    set({ busy: false });
    await saveRecipe();
  }

  async function saveRecipe(): Promise<void> {
    const { original, recipe } = state.getState();
    if (original === undefined || recipe === savedRecipe) return;
    savedRecipe = recipe;
    await save(original.hash, recipe).catch(onError);
  }

  async function take(recipe: Recipe): Promise<void> {
    if (state.getState().original === undefined) return;
    set({ recipe, busy: true, comparing: false });
    await make();
  }

  return {
    state,
    async open(script, recipe) {
      past = [];
      lastChanged = undefined;
      const isPlain = recipe.length === 0;
      savedRecipe = isPlain ? script.recipe : recipe;
      const made = { edited: isPlain ? script : undefined, recipe: savedRecipe };
      set({ original: script, ...made, comparing: false, busy: !isPlain });
      await make();
    },
    async change(recipe) {
      const before = state.getState().recipe;
      const changed = indexOfChangedStep(before, recipe);
      const goesOn = changed !== undefined && changed === lastChanged && past.length > 0;
      if (!goesOn) past = [...past.slice(-MOST_PAST + 1), before];
      lastChanged = changed;
      await take(recipe);
    },
    async undo() {
      const before = past.at(-1);
      if (before === undefined) return;
      past = past.slice(0, -1);
      lastChanged = undefined;
      await take(before);
    },
    compare: (comparing) => set({ comparing }),
    clear() {
      past = [];
      set(NOTHING);
    },
  };
}
