import type { MapTheme } from '../../map-types.ts';

/** Colours of street maps beside those of the embedded map: as muted, so that the pins stand out. */
export interface StreetPalette {
  green: string;
  sand: string;
  builtUp: string;
  institution: string;
  building: string;
  buildingEdge: string;
  motorway: string;
  major: string;
  road: string;
  casing: string;
  path: string;
  rail: string;
  streetText: string;
  waterText: string;
  pointText: string;
  point: string;
}

/** The palettes of both themes. */
export const STREET_PALETTE: Readonly<Record<MapTheme, StreetPalette>> = {
  light: {
    green: '#E3EBD6',
    sand: '#F1EAD3',
    builtUp: '#F1EDE4',
    institution: '#F2E6DE',
    building: '#E4DED2',
    buildingEdge: '#D3CBBB',
    motorway: '#F3D9A8',
    major: '#F8E9C6',
    road: '#FFFFFF',
    casing: '#D5CDBD',
    path: '#C3B8A2',
    rail: '#B5AFA6',
    streetText: '#5A574F',
    waterText: '#55788A',
    pointText: '#6B5A4A',
    point: '#9A7B5C',
  },
  dark: {
    green: '#1D2D2C',
    sand: '#2A2D2E',
    builtUp: '#202B37',
    institution: '#2A2B35',
    building: '#2A3642',
    buildingEdge: '#364452',
    motorway: '#5E5642',
    major: '#4A4A45',
    road: '#37444F',
    casing: '#151D26',
    path: '#4A5865',
    rail: '#4F5B67',
    streetText: '#AAB4BE',
    waterText: '#7F9DB0',
    pointText: '#BCAE9E',
    point: '#A48B72',
  },
};
