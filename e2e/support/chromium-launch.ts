/** How the journeys start Chromium. */

/** Features that Playwright 1.65 disables: another `--disable-features` replaces its list (its `chromiumSwitches.ts`). */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * Features that take a third of the processor time of a page in a new browser context: each window loads the two pages of its
 * address bar's suggestions, and a renderer is started in advance.
 */
const costlyFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** Launch options of Playwright. `CHROMIUM` is set by `npm test` (`tools/system/find-chromium.mjs`). */
export const chromiumLaunch = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    // Root in a container cannot use the sandbox. The browser must make no requests of its own.
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // Debian's Chromium enables it; without a graphics card it takes a fifth more processor time.
    '--disable-gpu-rasterization',
    `--disable-features=${[...disabledByPlaywright, ...costlyFeatures].join(',')}`,
  ],
};
