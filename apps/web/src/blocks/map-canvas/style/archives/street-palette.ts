import type { MapTheme } from '../../map-types.ts';
import { MAP_PALETTE, type MapPalette } from '../map-palette.ts';

/** Colours of a street map. Those of land, sea and borders are also those of the world map around it. */
export interface StreetPalette extends MapPalette {
  green: string;
  wood: string;
  sand: string;
  builtUp: string;
  institution: string;
  building: string;
  buildingEdge: string;
  motorway: string;
  major: string;
  middle: string;
  road: string;
  casing: string;
  track: string;
  path: string;
  rail: string;
  streetText: string;
  waterText: string;
  pointText: string;
  point: string;
  /** Symbols of hospitals and the like, and of stations and stops; other points have `point`. */
  health: string;
  transport: string;
  houseText: string;
  roadNumberText: string;
  roadNumber: string;
}

type Palettes = Readonly<Record<MapTheme, StreetPalette>>;

/** As muted as the embedded map, so that the pins stand out. */
export const CALM_PALETTE: Palettes = {
  light: {
    ...MAP_PALETTE.light,
    green: '#E3EBD6',
    wood: '#E3EBD6',
    sand: '#F1EAD3',
    builtUp: '#F1EDE4',
    institution: '#F2E6DE',
    building: '#E4DED2',
    buildingEdge: '#D3CBBB',
    motorway: '#F3D9A8',
    major: '#F8E9C6',
    middle: '#FFFFFF',
    road: '#FFFFFF',
    casing: '#D5CDBD',
    track: '#C3B8A2',
    path: '#C3B8A2',
    rail: '#B5AFA6',
    streetText: '#5A574F',
    waterText: '#55788A',
    pointText: '#6B5A4A',
    point: '#9A7B5C',
    health: '#A8605A',
    transport: '#5F7391',
    houseText: '#5A574F',
    roadNumberText: '#5A574F',
    roadNumber: '#F8E9C6',
  },
  dark: {
    ...MAP_PALETTE.dark,
    water: '#183D57',
    green: '#1D2D2C',
    wood: '#1D2D2C',
    sand: '#2A2D2E',
    builtUp: '#202B37',
    institution: '#2A2B35',
    building: '#2A3642',
    buildingEdge: '#364452',
    motorway: '#5E5642',
    major: '#4A4A45',
    middle: '#37444F',
    road: '#37444F',
    casing: '#151D26',
    track: '#4A5865',
    path: '#4A5865',
    rail: '#4F5B67',
    streetText: '#AAB4BE',
    waterText: '#7F9DB0',
    pointText: '#BCAE9E',
    point: '#A48B72',
    health: '#C08880',
    transport: '#8CA0BC',
    houseText: '#AAB4BE',
    roadNumberText: '#AAB4BE',
    roadNumber: '#37444F',
  },
};

/** Strong enough to tell woods, waters and classes of roads apart; less saturated than pins. */
export const DETAILED_PALETTE: Palettes = {
  light: {
    ...MAP_PALETTE.light,
    sea: '#B4D3E3',
    land: '#F8F5EC',
    coast: '#7FA6BC',
    water: '#A5CBE0',
    border: '#8E7FA0',
    placeText: '#26303C',
    halo: '#FFFFFF',
    green: '#D9E9C6',
    wood: '#BEDAAC',
    sand: '#EFE2B4',
    builtUp: '#ECE6DA',
    institution: '#F3DCD0',
    building: '#D8CCB9',
    buildingEdge: '#A99A83',
    motorway: '#EFA75B',
    major: '#F7CE79',
    middle: '#FBEDA9',
    road: '#FFFFFF',
    casing: '#A99D89',
    track: '#93703C',
    path: '#B05E3B',
    rail: '#7C7771',
    streetText: '#3A362F',
    waterText: '#1F5F83',
    pointText: '#6A3F22',
    point: '#A4602F',
    health: '#B3403A',
    transport: '#2F5F9E',
    houseText: '#574A39',
    roadNumberText: '#3D2F12',
    roadNumber: '#FBE7B0',
  },
  dark: {
    ...MAP_PALETTE.dark,
    sea: '#153A55',
    land: '#1F2831',
    coast: '#3D6078',
    water: '#1D4C70',
    border: '#8A7AA6',
    placeText: '#E3E9EF',
    halo: '#10161D',
    green: '#243A2C',
    wood: '#1F3A2D',
    sand: '#3B372A',
    builtUp: '#29333E',
    institution: '#3F3136',
    building: '#36414C',
    buildingEdge: '#4C5865',
    motorway: '#7F6339',
    major: '#66583A',
    middle: '#545345',
    road: '#47525D',
    casing: '#11181F',
    track: '#7A6A4C',
    path: '#876858',
    rail: '#717A83',
    streetText: '#D9DFE5',
    waterText: '#8CC4E6',
    pointText: '#E4C5A4',
    point: '#A98058',
    health: '#B97870',
    transport: '#7592BC',
    houseText: '#C6CED6',
    roadNumberText: '#F2E3BE',
    roadNumber: '#4D421F',
  },
};
