/** Drawings in place of photos: six scenes in four lights each. */

/** The scenes. */
export const scenes = ['river', 'pump', 'box', 'sky', 'square', 'lamp'] as const;
/** The name of a scene. */
export type Scene = (typeof scenes)[number];

/** In pixels. */
export const pictureSize = { width: 1280, height: 853 };

interface Light {
  skyTop: string;
  skyBottom: string;
  sun: string;
  far: string;
  soil: string;
  water: string;
  wall: string;
  roof: string;
  dark: string;
}

/** Morning, noon, dusk, rain. */
export const lights: readonly Light[] = [
  {
    skyTop: '#f3c9a5',
    skyBottom: '#fbe9d0',
    sun: '#fff4dc',
    far: '#b79c9a',
    soil: '#8a8f5c',
    water: '#8fb0b5',
    wall: '#f0dcc0',
    roof: '#b5664a',
    dark: '#4d4a4f',
  },
  {
    skyTop: '#8fc3e0',
    skyBottom: '#dff0f2',
    sun: '#ffffff',
    far: '#7fa39a',
    soil: '#7fa05a',
    water: '#4f93b0',
    wall: '#f4ead6',
    roof: '#c4553a',
    dark: '#34434d',
  },
  {
    skyTop: '#3d4470',
    skyBottom: '#d98d72',
    sun: '#ffd9a0',
    far: '#4b4668',
    soil: '#4a5146',
    water: '#5c6a8c',
    wall: '#c9a88d',
    roof: '#7a4148',
    dark: '#22222f',
  },
  {
    skyTop: '#7d8a94',
    skyBottom: '#c6cdd0',
    sun: '#dfe4e4',
    far: '#77838a',
    soil: '#6d7a66',
    water: '#75868a',
    wall: '#d8d4ca',
    roof: '#8c5a50',
    dark: '#39424a',
  },
];

const house = (x: number, y: number, scale: number, { wall, roof, dark }: Light) => `
  <g transform="translate(${x} ${y}) scale(${scale})">
    <rect x="-90" y="-120" width="180" height="220" fill="${wall}"/>
    <path d="M-115 -115 L0 -205 L115 -115 Z" fill="${roof}"/>
    <rect x="-58" y="-75" width="42" height="48" rx="3" fill="${dark}" opacity=".75"/>
    <rect x="18" y="-75" width="42" height="48" rx="3" fill="${dark}" opacity=".75"/>
  </g>`;

const person = (x: number, y: number, scale: number, fill: string) => `
  <g transform="translate(${x} ${y}) scale(${scale})" fill="${fill}">
    <circle cy="-92" r="20"/><path d="M-26 0 q-4 -66 26 -66 q30 0 26 66 Z"/>
  </g>`;

const tree = (x: number, y: number, scale: number, { far, dark }: Light) => `
  <g transform="translate(${x} ${y}) scale(${scale})">
    <rect x="-8" y="-80" width="16" height="90" fill="${dark}"/>
    <circle cx="-34" cy="-96" r="46" fill="${far}"/><circle cx="30" cy="-104" r="52" fill="${far}"/>
    <circle cy="-146" r="50" fill="${far}"/>
  </g>`;

const ripples = (y: number) =>
  [0, 1, 2, 3, 4, 5]
    .map(
      (i) =>
        `<path d="M${(i * 271) % 1100} ${y + i * 38} q40 -12 80 0 t80 0" fill="none" stroke="#fff" stroke-width="4" opacity=".35"/>`,
    )
    .join('');

const peopleIndexes = [0, 1, 2, 3, 4];

const drawings: Record<Scene, (light: Light) => string> = {
  river: (light) => `
    ${tree(180, 520, 1, light)}${tree(1130, 510, 1.2, light)}
    ${house(420, 560, 1.1, light)}${house(690, 545, 0.9, light)}${house(920, 565, 1.15, light)}
    <path d="M0 560 q320 -26 640 4 t640 -8 V853 H0 Z" fill="${light.water}"/>${ripples(620)}`,
  pump: (light) => `
    ${tree(220, 560, 1.3, light)}${house(1040, 560, 0.9, light)}
    <rect x="560" y="400" width="52" height="300" rx="10" fill="${light.dark}"/>
    <path d="M612 440 h96 v44" fill="none" stroke="${light.dark}" stroke-width="30" stroke-linecap="round"/>
    <path d="M586 410 L410 330" stroke="${light.roof}" stroke-width="22" stroke-linecap="round"/>
    <ellipse cx="620" cy="722" rx="230" ry="34" fill="${light.far}"/>
    <path d="M664 600 h96 l-14 112 h-68 Z" fill="${light.water}"/>${person(880, 720, 1.7, light.roof)}`,
  box: (light) => `
    ${house(980, 560, 1.5, light)}
    <rect x="360" y="470" width="340" height="250" rx="12" fill="${light.wall}"/>
    <rect x="340" y="444" width="380" height="50" rx="10" fill="${light.dark}"/>
    <rect x="450" y="460" width="160" height="14" rx="7" fill="${light.sun}"/>
    <path d="M486 340 h88 v126 h-88 Z" fill="${light.sun}"/><path d="M508 392 l18 20 l32 -40" fill="none" stroke="${light.roof}" stroke-width="10"/>
    ${peopleIndexes.map((i) => person(790 + i * 88, 740, 1.35, i % 2 ? light.roof : light.far)).join('')}`,
  sky: (light) => `
    ${[60, 190, 330, 450, 600, 720, 860, 1010, 1140]
      .map(
        (x, i) =>
          `<rect x="${x}" y="${330 + ((i * 97) % 170)}" width="110" height="420" fill="${i % 2 ? light.far : light.dark}" opacity="${0.55 + (i % 3) * 0.12}"/>`,
      )
      .join('')}
    <ellipse cx="520" cy="520" rx="900" ry="70" fill="${light.skyBottom}" opacity=".7"/>
    <ellipse cx="900" cy="430" rx="620" ry="46" fill="${light.skyBottom}" opacity=".55"/>`,
  square: (light) => `
    ${house(210, 560, 1.2, light)}${tree(640, 560, 1.5, light)}${house(1080, 555, 1.25, light)}
    <path d="M420 600 h440 l-40 -86 h-360 Z" fill="${light.roof}"/><rect x="450" y="600" width="380" height="90" fill="${light.wall}"/>
    ${[150, 330, 560, 700, 930, 1120].map((x, i) => person(x, 770 + (i % 2) * 30, 1.4, i % 2 ? light.dark : light.far)).join('')}`,
  lamp: (light) => `
    ${house(260, 560, 1.3, light)}
    <path d="M480 853 L620 560 H700 L940 853 Z" fill="${light.far}"/>
    <path d="M860 760 V250 q0 -56 -60 -56 h-44" fill="none" stroke="${light.dark}" stroke-width="18"/>
    <path d="M712 186 h64 l14 36 h-92 Z" fill="${light.dark}"/><path d="M700 224 h88 l150 470 h-380 Z" fill="${light.sun}" opacity=".16"/>
    ${person(640, 700, 1, light.dark)}`,
};

/** A scene in a light, as SVG. Without text, so that it needs no font. */
export function drawScene(scene: Scene, light: Light): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize.width}" height="${pictureSize.height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${light.skyTop}"/><stop offset=".75" stop-color="${light.skyBottom}"/></linearGradient></defs>
    <rect width="1280" height="853" fill="url(#sky)"/>
    <circle cx="990" cy="190" r="74" fill="${light.sun}" opacity=".9"/>
    <path d="M0 470 q220 -130 470 -40 t420 -30 t390 20 V853 H0 Z" fill="${light.far}" opacity=".6"/>
    <path d="M0 560 q360 -60 700 -14 t580 -10 V853 H0 Z" fill="${light.soil}"/>
    ${drawings[scene](light)}
  </svg>`;
}
