/** A short piece of advice, in every language that is complete. */
export interface Tip {
  readonly id: string;
  readonly text: { readonly 'en-US': string; readonly 'nb-NO': string };
}

const tip = (id: string, en: string, nb: string): Tip => ({ id, text: { 'en-US': en, 'nb-NO': nb } });

/** What `/handy_tips.json` gives; the app shows one by chance (product.md 2). */
export const tips: readonly Tip[] = [
  tip('escape-stops', 'Escape stops the device from every page.', 'Escape stopper enheten fra alle sider.'),
  tip(
    'start-slow',
    'Start slow and raise the speed step by step: changes feel smoother than jumps.',
    'Start rolig og øk farten trinnvis: endringer kjennes mykere enn hopp.',
  ),
  tip(
    'stroke-window',
    'The stroke window holds in every mode. Set it once and no mode leaves it.',
    'Slaglengden gjelder i alle moduser. Still den inn én gang, så holder alle moduser seg innenfor.',
  ),
  tip(
    'power-button',
    'The power button on the device stops it even when the network is gone.',
    'Strømknappen på enheten stopper den også når nettet er borte.',
  ),
  tip(
    'near-network',
    'A wired router or a nearer access point makes the device answer sooner.',
    'Kablet ruter eller et nærmere aksesspunkt gjør at enheten svarer raskere.',
  ),
  tip(
    'slowest',
    'Speed 0 is the slowest motion, not a stop. Use Stop to stop.',
    'Fart 0 er den langsomste bevegelsen, ikke stopp. Bruk Stopp for å stoppe.',
  ),
  tip(
    'key-is-a-secret',
    'Treat the connection key as a password: whoever has it can control the device.',
    'Behandle tilkoblingsnøkkelen som et passord: den som har den, kan styre enheten.',
  ),
  tip(
    'virtual-device',
    'No device at hand? Take a virtual one: it moves within the same limits as a real one.',
    'Ingen enhet for hånden? Ta en virtuell: den beveger seg innenfor de samme grensene som en ekte.',
  ),
  tip(
    'warm-motor',
    'A motor that ran for long gets warm. A short pause keeps its full speed available.',
    'En motor som har gått lenge, blir varm. En kort pause gjør at den beholder full fart.',
  ),
  tip(
    'charge-early',
    'Battery devices charge fastest when they are switched off.',
    'Batteridrevne enheter lader raskest når de er slått av.',
  ),
  tip(
    'steady-place',
    'Put the device on a steady surface before a fast session: less noise and better timing.',
    'Sett enheten på et stødig underlag før en rask økt: mindre støy og bedre timing.',
  ),
  tip(
    'quiet-speed',
    'Short strokes are quieter than long ones at the same speed.',
    'Korte slag er stillere enn lange ved samme fart.',
  ),
];
