import type { Concern } from './concern.ts';

/** Which of the vendor's environments the device talks to, once it was read or set. */
export const environmentConcern = {
  on: {},
  answers: {
    'system.environment': (_, { environment }) => ({ environment }),
    'system.setEnvironment': (_, __, ___, { environment }) => ({ environment }),
  },
  reread: 'system.environment',
} satisfies Concern;

/** Counters of the link, as last read. */
export const statisticsConcern = {
  on: {},
  answers: { 'info.statistics': (_, statistics) => ({ statistics }) },
} satisfies Concern;

/** The slider's own settings, as last read. */
export const sliderSettingsConcern = {
  on: {},
  answers: { 'info.sliderSettings': (_, sliderSettings) => ({ sliderSettings }) },
} satisfies Concern;
