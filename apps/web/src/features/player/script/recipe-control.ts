import type { Recipe } from '@tactus/motion';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { changedStep } from './recipe-steps.ts';
import type { LoadedScript } from './script-loader.ts';

/** A script and what is made of it. */
export interface RecipeState {
  /** The script as its file has it. */
  readonly original: LoadedScript | undefined;
  /** The script by the recipe that was made last; the same as the original while there is none. */
  readonly edited: LoadedScript | undefined;
  /** The steps as the person has them: `edited` follows. */
  readonly recipe: Recipe;
  readonly canUndo: boolean;
  /** The original is played, to compare. */
  readonly comparing: boolean;
  /** `edited` is being made. */
  readonly busy: boolean;
}

/** Changes the recipe of the script that is open. */
export interface RecipeControl {
  readonly state: StoreApi<RecipeState>;
  /** Takes another script, with the recipe that is remembered of it. */
  open(script: LoadedScript, recipe: Recipe): Promise<void>;
  /** Changes the recipe, by a step that can be undone. Values of one step that change in a row are one such step. */
  change(recipe: Recipe): Promise<void>;
  undo(): Promise<void>;
  /** Plays the original, or what was made of it. */
  compare(on: boolean): void;
  /** Forgets the script. */
  clear(): void;
}

/** The script to show and to play. @internal */
export const playedScript = ({ original, edited, comparing }: RecipeState): LoadedScript | undefined =>
  comparing ? original : edited;

const NOTHING: RecipeState = {
  original: undefined,
  edited: undefined,
  recipe: [],
  canUndo: false,
  comparing: false,
  busy: false,
};

/** So many steps back. */
const MOST_PAST = 100;

/** A control without a script. The newest recipe wins: one that is being made while another is asked for is not waited for. */
export function createRecipeControl(parts: {
  edit: (script: LoadedScript, recipe: Recipe) => Promise<LoadedScript>;
  /** Keeps the recipe by the content hash of its script. */
  save: (hash: string, recipe: Recipe) => Promise<void>;
  /** The script to play is another one. */
  onScript: (script: LoadedScript) => void;
  onError: (error: unknown) => void;
}): RecipeControl {
  const { edit, save, onScript, onError } = parts;
  const state = createStore<RecipeState>(() => NOTHING);
  let past: Recipe[] = [];
  /** The step whose values the last change changed. */
  let lastChanged: number | undefined;
  /** The recipe that is remembered. */
  let savedRecipe: Recipe | undefined;
  let isMaking = false;

  function set(part: Partial<RecipeState>) {
    const before = playedScript(state.getState());
    state.setState({ ...part, canUndo: past.length > 0 });
    const now = playedScript(state.getState());
    if (now !== undefined && now !== before) onScript(now);
  }

  /** Makes what is wanted until nothing newer is, then keeps it. */
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
        // The newest one is refused: what can be played stays, or else the script as it is.
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
      const changed = changedStep(before, recipe);
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
