/** The design tokens as a Mantine theme: colours, sizes and radii of all components. */
import {
  type ButtonProps,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type InputProps,
  type MantineColorsTuple,
  type MantineTheme,
} from '@mantine/core';

/** Ten shades each; index 7 is the token of the light theme, index 4 that of the dark one. */
// biome-ignore format: one scale on one line
const accent: MantineColorsTuple = [
  '#e3f1ef', '#c4e3e0', '#9fd3ce', '#6cc4bc', '#3cb8af', '#219a92', '#12817b', '#0b6e69', '#095853', '#06423e',
];
// biome-ignore format: one scale on one line
const danger: MantineColorsTuple = [
  '#fdecea', '#fbd5d1', '#f9bcb5', '#f8a49b', '#f78d83', '#e4574a', '#cc3327', '#b42318', '#8f1b12', '#6b130c',
];
// biome-ignore format: one scale on one line
const warning: MantineColorsTuple = [
  '#fdf1dc', '#fae3ba', '#f5d192', '#edc074', '#e5ae5b', '#cf8b27', '#b57110', '#9a5b00', '#7a4800', '#5b3500',
];
// biome-ignore format: one scale on one line
const success: MantineColorsTuple = [
  '#e6f3e9', '#cbe7d2', '#aedaba', '#93d0a2', '#7cc68c', '#50a564', '#378d4c', '#2b7a3d', '#21602f', '#184723',
];

/** Neutral colours, for components that name a grey. */
// biome-ignore format: one scale on one line
const gray: MantineColorsTuple = [
  '#f8f7f3', '#f1efe9', '#e8e5dd', '#e3e0d8', '#868b93', '#787e88', '#6b727d', '#55606e', '#333d4b', '#16202e',
];
// biome-ignore format: one scale on one line
const dark: MantineColorsTuple = [
  '#edf1f5', '#cfd8e1', '#a3b0be', '#8593a3', '#2b3644', '#202b38', '#18212c', '#18212c', '#10161e', '#0b1016',
];

/** Controls of size `md` are 44 px high, the minimum for touch. */
const styleTouchTarget = (variable: string, size: unknown) => (size === 'md' ? { [variable]: '44px' } : {});

/** Translated names of buttons that show only an icon. */
interface IconButtonLabels {
  close: string;
  pickColor: string;
}

/** The theme, with the names of Mantine's own icon buttons in the current language. */
export const createAppTheme = ({ close, pickColor }: IconButtonLabels) =>
  createTheme({
    colors: { accent, gray, dark, red: danger, yellow: warning, green: success },
    primaryColor: 'accent',
    primaryShade: { light: 7, dark: 4 },
    // Fills are dark in the light theme and light in the dark one; the text on them is the opposite.
    variantColorResolver: (input) => {
      const defaults = defaultVariantColorsResolver(input);
      return input.variant === 'filled' ? { ...defaults, color: 'var(--wp-on-accent)' } : defaults;
    },
    black: '#16202e',
    fontFamily: 'var(--wp-font)',
    headings: { fontFamily: 'var(--wp-font)', fontWeight: '700' },
    fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '26px' },
    lineHeights: { xs: '1.5', sm: '1.5', md: '1.5', lg: '1.4', xl: '1.2' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    radius: { xs: '4px', sm: '6px', md: '10px', lg: '10px', xl: '32px' },
    shadows: {
      xs: 'none',
      sm: 'var(--wp-shadow)',
      md: 'var(--wp-shadow)',
      lg: 'var(--wp-shadow)',
      xl: 'var(--wp-shadow)',
    },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    respectReducedMotion: true,
    // By name: importing the components here would put them all into the entry.
    components: {
      Modal: {
        defaultProps: {
          closeButtonProps: { 'aria-label': close },
          // Its element would be a second banner of the page to screen readers.
          attributes: { header: { role: 'presentation' } },
          radius: 'md',
          // 40 px below the top of the viewport, closed within 400 ms (spec 1 §9).
          centered: false,
          yOffset: 40,
          transitionProps: { transition: 'fade-down', duration: 160, exitDuration: 400 },
          overlayProps: { backgroundOpacity: 0.45 },
        },
      },
      Badge: { defaultProps: { tt: 'none' } },
      // Its indicator is 4 px inside: with the usual radius its corners would look square.
      SegmentedControl: { defaultProps: { radius: 'md' } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
      Menu: {
        defaultProps: {
          radius: 'md',
          shadow: 'md',
          transitionProps: { duration: 120 },
          // Mantine's placeholder element would be read aloud; the first item takes the focus instead.
          withInitialFocusPlaceholder: false,
        },
      },
      ColorInput: { defaultProps: { eyeDropperButtonProps: { 'aria-label': pickColor } } },
      Button: {
        vars: (_: MantineTheme, { size }: ButtonProps) => ({
          root: styleTouchTarget('--button-height', size),
        }),
      },
      Input: {
        defaultProps: { size: 'md' },
        vars: (_: MantineTheme, { size }: InputProps) => ({
          wrapper: styleTouchTarget('--input-height', size),
        }),
      },
    },
  });

/** `light` and `outline` variants of the semantic colours. */
const semanticColorVariables = Object.entries({
  accent: 'accent',
  red: 'danger',
  yellow: 'warning',
  green: 'success',
}).flatMap(([color, token]) => [
  [`--mantine-color-${color}-light`, `var(--wp-${token}-subtle)`],
  [`--mantine-color-${color}-light-hover`, `var(--wp-${token}-subtle)`],
  [`--mantine-color-${color}-light-color`, `var(--wp-${token})`],
  [`--mantine-color-${color}-outline`, `var(--wp-${token})`],
  [`--mantine-color-${color}-text`, `var(--wp-${token})`],
]);

const libraryVariables = {
  '--mantine-primary-color-contrast': 'var(--wp-on-accent)',
  ...Object.fromEntries(semanticColorVariables),
  '--mantine-color-body': 'var(--wp-surface)',
  '--mantine-color-text': 'var(--wp-ink)',
  '--mantine-color-dimmed': 'var(--wp-muted)',
  '--mantine-color-placeholder': 'var(--wp-muted)',
  '--mantine-color-anchor': 'var(--wp-accent)',
  '--mantine-color-error': 'var(--wp-danger)',
  '--mantine-color-default': 'var(--wp-surface)',
  '--mantine-color-default-hover': 'var(--wp-hover)',
  '--mantine-color-default-color': 'var(--wp-ink)',
  '--mantine-color-default-border': 'var(--wp-line-control)',
  '--mantine-color-disabled': 'var(--wp-hover)',
  '--mantine-color-disabled-color': 'var(--wp-muted)',
  '--mantine-color-gray-light-color': 'var(--wp-ink)',
  '--mantine-color-gray-light-hover': 'var(--wp-hover)',
};

/** Maps Mantine's CSS variables to the design tokens. */
export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: libraryVariables,
  dark: libraryVariables,
});
