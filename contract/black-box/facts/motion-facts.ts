/** Alternating motion, direct moves, vibration and the stroke window. */
import { errorKinds, VELOCITY_BOUNDS_TEXT } from '@tactus/protocol';
import type { CallFacts, Facts, GoodCase } from './call-facts.ts';

const HAMP_MODE = ['mode_changed', { mode: 0 }] as const;
const HVP_MODE = ['mode_changed', { mode: 8 }] as const;

/** A good value of each field of a direct move. */
const fields = { xa: 50, xp: 0.9, va: 200, vp: 0.5, t: 300 } as const;

function directMove(place: 'xa' | 'xp', pace: 'va' | 'vp' | 't', more: readonly GoodCase[] = []): CallFacts {
  const input = { [place]: fields[place], [pace]: fields[pace] };
  const moves = [
    ['mode_changed', { mode: 2 }],
    ['hdsp_state_changed', { state: 1 }],
  ] as const;
  const arrives = ['hdsp_state_changed', { state: 2 }] as const;
  return {
    needs: 'slider',
    good: [
      { title: 'to a place', input, result: 'ok', events: moves, later: [arrives] },
      {
        title: 'that stops on its target',
        input: { ...input, stopOnTarget: true },
        result: 'ok',
        events: moves,
        later: [arrives],
      },
      {
        title: 'that is not waited for',
        input: { ...input, stop_on_target: true, immediate_rsp: true },
        answersEarly: true,
        result: 'ok',
        later: [...moves, arrives],
      },
      {
        title: 'that is not waited for, in camelCase',
        input: { ...input, immediateResponse: true },
        answersEarly: true,
        result: 'ok',
        later: [...moves, arrives],
      },
      ...more,
    ],
  };
}

const stopping = (input: object): GoodCase => ({
  title: 'a duration of 0 that stops: nothing moves',
  input: { ...input, t: 0, stop_on_target: true },
  result: 'ok',
  events: [['mode_changed', { mode: 2 }]],
});

export const motionFacts: Facts = {
  'hamp.state': {
    needs: 'slider',
    good: [
      { title: 'at rest', result: { play_state: 0, velocity: 0 } },
      {
        title: 'moving',
        before: [['hamp.start'], ['hamp.velocity', { velocity: 0.4 }]],
        result: { play_state: 1, velocity: 0.4 },
      },
    ],
  },
  'hamp.start': {
    needs: 'slider',
    good: [
      {
        title: 'from rest, at velocity 0',
        result: { play_state: 1, velocity: 0 },
        events: [HAMP_MODE, ['hamp_state_changed', { play_state: 1, velocity: 0 }]],
      },
    ],
  },
  'hamp.stop': {
    needs: 'slider',
    good: [
      {
        title: 'during motion',
        before: [['hamp.start']],
        result: { play_state: 0 },
        events: [['hamp_state_changed', { play_state: 0 }]],
      },
    ],
  },
  'hamp.velocity': {
    needs: 'slider',
    good: [0, 0.55, 1].map((velocity) => ({
      title: `${velocity}`,
      before: [['hamp.start']],
      input: { velocity },
      result: { play_state: 1, velocity },
      events: [['hamp_state_changed', { play_state: 1, velocity }]],
    })),
    bad: [
      { input: { velocity: 1.01 }, message: VELOCITY_BOUNDS_TEXT },
      { input: { velocity: -0.01 }, message: VELOCITY_BOUNDS_TEXT },
    ],
  },
  'hamp.stroke': {
    needs: 'slider',
    good: [
      {
        title: 'a zone',
        input: { min: 0.2, max: 0.8 },
        result: { play_state: 0 },
        events: [HAMP_MODE, ['hamp_state_changed', { play_state: 0 }]],
      },
    ],
  },
  'hdsp.xava': directMove('xa', 'va'),
  'hdsp.xavp': directMove('xa', 'vp'),
  'hdsp.xpva': directMove('xp', 'va'),
  'hdsp.xpvp': directMove('xp', 'vp', [
    {
      title: 'with the share as va',
      input: { xp: 0.9, va: 0.5 },
      result: 'ok',
      events: [['mode_changed', { mode: 2 }], ['hdsp_state_changed']],
    },
  ]),
  'hdsp.xat': directMove('xa', 't', [stopping({ xa: 50 })]),
  'hdsp.xpt': directMove('xp', 't', [stopping({ xp: 0.5 })]),
  'hvp.state': {
    needs: 'vibration',
    good: [{ title: 'at rest', result: { enabled: false, amplitude: 0, frequency: 0, position: 200 } }],
  },
  'hvp.setState': {
    needs: 'vibration',
    good: [
      {
        title: 'also starts',
        input: { amplitude: 0.5, frequency: 100, position: 200 },
        result: { enabled: true, amplitude: 0.5, frequency: 100, position: 200 },
        events: [HVP_MODE, ['hvp_state_changed', { enabled: true, amplitude: 0.5, frequency: 100 }]],
      },
    ],
  },
  'hvp.start': {
    needs: 'vibration',
    good: [
      {
        title: 'at amplitude and frequency 0',
        result: { enabled: true, amplitude: 0, frequency: 0 },
        events: [HVP_MODE, ['hvp_state_changed', { enabled: true }]],
      },
    ],
  },
  'hvp.stop': {
    needs: 'vibration',
    good: [
      {
        title: 'during vibration',
        before: [['hvp.setState', { amplitude: 0.5, frequency: 100, position: 200 }]],
        result: { enabled: false },
        events: [['hvp_state_changed', { enabled: false }]],
      },
    ],
  },
  'slider.state': {
    needs: 'slider',
    good: [{ title: 'at rest', result: { speed_absolute: 0 } }],
  },
  'slider.stroke': {
    needs: 'slider',
    good: [{ title: 'as it leaves the factory', result: { min: 0, max: 1, min_absolute: 5 } }],
  },
  'slider.setStroke': {
    needs: 'slider',
    good: [
      {
        title: 'both ends',
        input: { min: 0.2, max: 0.8 },
        result: { min: 0.2, max: 0.8 },
        events: [['stroke_changed', { min: 0.2, max: 0.8 }]],
      },
      {
        title: 'one end, the other stays',
        before: [['slider.setStroke', { min: 0.2, max: 0.8 }]],
        input: { max: 0.6 },
        result: { min: 0.2, max: 0.6 },
        events: [['stroke_changed', { min: 0.2, max: 0.6 }]],
      },
      { title: 'as it is', input: { min: 0, max: 1 }, result: { min: 0, max: 1 } },
      {
        title: 'one end beyond the other',
        before: [['slider.setStroke', { min: 0.2, max: 0.5 }]],
        input: { min: 0.6 },
        refused: errorKinds.invalidParameter,
      },
    ],
  },
};
