declare module 'music-tempo' {
  /** The part that is used: https://github.com/killercrush/music-tempo. */
  class MusicTempo {
    constructor(
      samples: readonly number[] | Float32Array,
      settings?: { hopSize?: number; timeStep?: number; bufferSize?: number },
    );
    /** Seconds between beats. */
    readonly beatInterval: number;
    /** Its other candidates, seconds between beats. */
    readonly tempoList: readonly number[];
  }
  export = MusicTempo;
}
