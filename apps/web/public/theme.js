// The reader's own choice of theme, before anything is painted. Without one, the system's is followed by CSS alone.
try {
  var theme = localStorage.getItem('waypost.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.mantineColorScheme = theme;
} catch {
  // Storage is closed to us: the system decides.
}
// Which shape of a screen the page shows while the program loads (loading-screen.css).
(function (path) {
  document.documentElement.dataset.loading = /\/noui\/*$/.test(path)
    ? 'frame'
    : path.startsWith('/settings')
      ? 'settings'
      : /\/(data|list)\/*$/.test(path)
        ? 'list'
        : /^\/(activity|messages|about|users|verifier|unsubscribe|forbidden|404)/.test(path)
          ? 'page'
          : 'map';
})(location.pathname);
// Browsers say early that the app can be installed; the screen that offers it comes later.
addEventListener('beforeinstallprompt', function (event) {
  window.waypostInstall = event;
});
