/** Chapters of the reference: their folders, order and subjects. */

/** @type {readonly { title: string, about: string, areas: readonly string[] }[]} */
export const CHAPTERS = [
  { title: 'Device', about: 'One device through one interface, and its errors.', areas: ['.', 'many'] },
  { title: 'State', about: 'The state of a device. Only answers and events change it.', areas: ['state'] },
  { title: 'Commands', about: 'The commands of a device, mode by mode.', areas: ['commands'] },
  { title: 'Streaming', about: 'Keeping the player of the device filled.', areas: ['stream'] },
  { title: 'Media', about: 'A device that follows a medium.', areas: ['sync'] },
  { title: 'Connection', about: 'From offline to ready, and back after a drop.', areas: ['connection'] },
  { title: 'Control', about: 'Who controls the device, and how it is stopped.', areas: ['control'] },
  {
    title: 'Clocks and position',
    about: 'Clocks of the cloud and the device, and the position of the slider.',
    areas: ['clock', 'position'],
  },
  { title: 'Scripts', about: 'Reading, fetching and uploading scripts.', areas: ['scripts', 'motion'] },
  { title: 'Client', about: 'Every call of the contract, without state between calls.', areas: ['client', 'protocol'] },
  { title: 'Trace', about: 'A record of commands and events, without keys.', areas: ['trace'] },
  { title: 'Time and chance', about: 'The clock and the random numbers, which every part receives.', areas: ['time'] },
  { title: 'Testing', about: 'The entry @tactus/sdk/testing.', areas: ['testing'] },
];
