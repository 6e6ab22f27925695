import type { MapTheme } from '../map-types.ts';

/**
 * Colours of the embedded map: muted variants of the design tokens, so that the pins stand out. The canvas cannot read CSS
 * variables, hence values.
 */
export interface MapPalette {
  sea: string;
  land: string;
  coast: string;
  water: string;
  border: string;
  countryText: string;
  placeText: string;
  halo: string;
  place: string;
}

/** The palettes of both themes. */
export const MAP_PALETTE: Readonly<Record<MapTheme, MapPalette>> = {
  light: {
    sea: '#D5E1E6',
    land: '#F7F4EC',
    coast: '#B4C5CC',
    water: '#C8D8DF',
    border: '#B9AFA0',
    countryText: '#6A655A',
    placeText: '#55606E',
    halo: '#FBFAF7',
    place: '#8A8578',
  },
  dark: {
    sea: '#0F151C',
    land: '#1D2732',
    coast: '#33414F',
    water: '#131B24',
    border: '#46566A',
    countryText: '#93A1B0',
    placeText: '#A3B0BE',
    halo: '#151D26',
    place: '#66788A',
  },
};

/** Outline, surface and text of pins and clusters; their colour is the survey's. */
export const PIN_PALETTE: Readonly<Record<MapTheme, { outline: string; surface: string; ink: string }>> = {
  light: { outline: '#FFFFFF', surface: '#FFFFFF', ink: '#16202E' },
  dark: { outline: '#F4F7FA', surface: '#18212C', ink: '#EDF1F5' },
};
