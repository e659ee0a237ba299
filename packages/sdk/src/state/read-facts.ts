import type { StateSlice } from './state-slice.ts';

/** Which of the vendor's environments the device uses, once it was read or set. */
export const environmentSlice = {
  on: {},
  answers: {
    'system.environment': (_, { environment }) => ({ environment }),
    'system.setEnvironment': (_, __, ___, { environment }) => ({ environment }),
  },
  reread: 'system.environment',
} satisfies StateSlice;

/** Counters of the link, as last read. */
export const statisticsSlice = {
  on: {},
  answers: { 'info.statistics': (_, statistics) => ({ statistics }) },
} satisfies StateSlice;

/** The slider's own settings, as last read. */
export const sliderSettingsSlice = {
  on: {},
  answers: { 'info.sliderSettings': (_, sliderSettings) => ({ sliderSettings }) },
} satisfies StateSlice;
