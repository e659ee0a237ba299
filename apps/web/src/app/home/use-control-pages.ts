import { hasSlider } from '@tactus/sdk';
import { useDeviceState } from '../../device/device-context.tsx';
import { type BuiltRoute, menuRows } from '../routes.ts';

/** The built pages that are of use with the device in use; all of them while it is not known what it has. */
export function useControlPages(): readonly BuiltRoute[] {
  const sliderMissing = useDeviceState((state) => state.capabilities !== undefined && !hasSlider(state));
  return menuRows('apps').filter((row) => row.page.needs !== 'slider' || !sliderMissing);
}
