/** How the reference is arranged: which folders belong together, in which order, and what they are about. */

/** @type {readonly { title: string, about: string, areas: readonly string[] }[]} */
export const CHAPTERS = [
  { title: 'Device', about: 'One device through one interface, and its errors.', areas: ['.', 'many'] },
  { title: 'State', about: 'What is known of a device. Only answers and events change it.', areas: ['state'] },
  { title: 'Commands', about: 'What may be asked of a device, mode by mode.', areas: ['commands'] },
  { title: 'Streaming', about: 'Keeping the player of the device filled.', areas: ['stream'] },
  { title: 'Media', about: 'A device that follows a medium.', areas: ['sync'] },
  { title: 'Connection', about: 'From offline to ready, and back after a drop.', areas: ['connection'] },
  { title: 'Control', about: 'Who controls the device, and how it is stopped.', areas: ['control'] },
  {
    title: 'Clocks and position',
    about: 'What time it is elsewhere, and where the slider is.',
    areas: ['clock', 'position'],
  },
  { title: 'Scripts', about: 'Reading, fetching and uploading scripts.', areas: ['scripts', 'motion'] },
  { title: 'Client', about: 'Every call of the contract, nothing kept between calls.', areas: ['client', 'protocol'] },
  { title: 'Trace', about: 'What happened, without keys.', areas: ['trace'] },
  { title: 'Time and chance', about: 'The clock and the dice that everything is handed.', areas: ['time'] },
  { title: 'Testing', about: 'The door @tactus/sdk/testing.', areas: ['testing'] },
];
