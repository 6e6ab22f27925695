/** Symbols of points by what they are: those of Maki (https://labs.mapbox.com/maki-icons, CC0), each one path in a box of 15 pixels. */
import bus from '@mapbox/maki/icons/bus.svg?raw';
import college from '@mapbox/maki/icons/college.svg?raw';
import doctor from '@mapbox/maki/icons/doctor.svg?raw';
import water from '@mapbox/maki/icons/drinking-water.svg?raw';
import ferry from '@mapbox/maki/icons/ferry.svg?raw';
import fire from '@mapbox/maki/icons/fire-station.svg?raw';
import fuel from '@mapbox/maki/icons/fuel.svg?raw';
import heart from '@mapbox/maki/icons/heart.svg?raw';
import hospital from '@mapbox/maki/icons/hospital.svg?raw';
import gate from '@mapbox/maki/icons/lift-gate.svg?raw';
import pharmacy from '@mapbox/maki/icons/pharmacy.svg?raw';
import worship from '@mapbox/maki/icons/place-of-worship.svg?raw';
import police from '@mapbox/maki/icons/police.svg?raw';
import train from '@mapbox/maki/icons/rail-light.svg?raw';
import school from '@mapbox/maki/icons/school.svg?raw';
import shelter from '@mapbox/maki/icons/shelter.svg?raw';
import market from '@mapbox/maki/icons/shop.svg?raw';
import townHall from '@mapbox/maki/icons/town-hall.svg?raw';
import type { StreetPalette } from './street-palette.ts';

interface PointSymbol {
  svg: string;
  color: Extract<keyof StreetPalette, 'health' | 'transport' | 'waterText' | 'point'>;
  /** As `pointKind` of the schemas calls them. */
  kinds: readonly string[];
}

/** Four arrows that meet, as on the sign for assembly points (ISO 7010, E007). */
const assembly =
  '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H5L3.5 1.5 6.5 4.5 4.5 6.5 1.5 3.5 0 5zM15 0V5L13.5 3.5 10.5 6.5 8.5 4.5 11.5 1.5 10 0zM15 15H10L11.5 13.5 8.5 10.5 10.5 8.5 13.5 11.5 15 10zM0 15V10L1.5 11.5 4.5 8.5 6.5 10.5 3.5 13.5 5 15z"/></svg>';

/** Symbols by name. Where there is no room for all of them, the first ones are drawn. */
export const pointSymbols: Readonly<Record<string, PointSymbol>> = {
  hospital: { svg: hospital, color: 'health', kinds: ['hospital'] },
  train: {
    svg: train,
    color: 'transport',
    kinds: ['train_station', 'station', 'halt', 'subway', 'tram_stop'],
  },
  fire: { svg: fire, color: 'point', kinds: ['fire_station'] },
  police: { svg: police, color: 'point', kinds: ['police'] },
  doctor: { svg: doctor, color: 'health', kinds: ['clinic', 'doctors'] },
  assembly: { svg: assembly, color: 'point', kinds: ['assembly_point'] },
  shelter: { svg: shelter, color: 'point', kinds: ['shelter'] },
  water: { svg: water, color: 'waterText', kinds: ['drinking_water', 'water_point'] },
  pharmacy: { svg: pharmacy, color: 'health', kinds: ['pharmacy'] },
  gate: { svg: gate, color: 'point', kinds: ['border_control'] },
  ferry: { svg: ferry, color: 'transport', kinds: ['ferry_terminal'] },
  bus: { svg: bus, color: 'transport', kinds: ['bus_station', 'bus_stop'] },
  townHall: { svg: townHall, color: 'point', kinds: ['townhall', 'town_hall'] },
  school: { svg: school, color: 'point', kinds: ['school', 'kindergarten'] },
  college: { svg: college, color: 'point', kinds: ['university', 'college'] },
  heart: { svg: heart, color: 'point', kinds: ['social_facility'] },
  worship: { svg: worship, color: 'point', kinds: ['place_of_worship'] },
  market: { svg: market, color: 'point', kinds: ['marketplace'] },
  fuel: { svg: fuel, color: 'point', kinds: ['fuel'] },
};
