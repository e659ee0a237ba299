declare module 'music-tempo' {
  /** What of it is used: https://github.com/killercrush/music-tempo. */
  class MusicTempo {
    constructor(
      samples: readonly number[] | Float32Array,
      settings?: { hopSize?: number; timeStep?: number; bufferSize?: number },
    );
    /** Seconds between beats. */
    readonly beatInterval: number;
    /** Other thoughts of it, seconds between beats. */
    readonly tempoList: readonly number[];
  }
  export = MusicTempo;
}
