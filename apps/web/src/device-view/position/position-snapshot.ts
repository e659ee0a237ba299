/** The estimated position of the slider at this instant, for drawings. All are shares 0..1 of the full travel. */
export interface PositionSnapshot {
  readonly position01: number;
  /** The person's stroke window. */
  readonly windowMin01: number;
  readonly windowMax01: number;
  readonly moving: boolean;
}

/** Called once a frame; undefined while the position is not known. */
export type ReadPosition = () => PositionSnapshot | undefined;

/** A position that the device reported, drawn as a dot. */
export interface ReportedPositionDot {
  readonly atMs: number;
  readonly position01: number;
}

/** Returns a share 0..1; called once a frame; undefined while there is none. */
export type ReadFraction = () => number | undefined;
