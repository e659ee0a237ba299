/** Where the slider is thought to be at this instant, as drawings want it. All are shares 0..1 of the full travel. */
export interface DrawnPosition {
  readonly position01: number;
  /** The person's stroke window. */
  readonly windowMin01: number;
  readonly windowMax01: number;
  readonly moving: boolean;
}

/** Asked once a frame; nothing while the position is not known. */
export type ReadPosition = () => DrawnPosition | undefined;

/** A position that the device itself reported, to be drawn as a dot. */
export interface DrawnReading {
  readonly atMs: number;
  readonly position01: number;
}

/** A share 0..1, asked once a frame; nothing while there is none. */
export type ReadShare = () => number | undefined;
