/** Whether this page stands in a frame of another site, which may not even tell us its address. */
function detectCrossOriginFrame(): boolean {
  if (window.self === window.top) return false;
  try {
    return window.top?.location.origin !== window.location.origin;
  } catch {
    return true;
  }
}

export const isInIframe = detectCrossOriginFrame();
