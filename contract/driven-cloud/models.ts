/** The observable facts of a model (docs/device-api.md#43-devicecapabilities). */
export interface Model {
  readonly name: string;
  readonly number: number;
  readonly slider: boolean;
  readonly vibrates: boolean;
  readonly battery: boolean;
  /** Capacity of a stream with Wi-Fi alone, in points. */
  readonly maxPoints: number;
}

/** Every model of `/_control`. */
export const models: readonly Model[] = [
  { name: 'handy', number: 0, slider: true, vibrates: false, battery: false, maxPoints: 4_000 },
  { name: 'handy-1.2', number: 2, slider: true, vibrates: false, battery: false, maxPoints: 4_000 },
  { name: 'handy-2', number: 3, slider: true, vibrates: false, battery: false, maxPoints: 9_707 },
  { name: 'handy-2-pro', number: 4, slider: true, vibrates: false, battery: true, maxPoints: 9_707 },
  { name: 'oh', number: 1, slider: false, vibrates: true, battery: true, maxPoints: 4_000 },
];
