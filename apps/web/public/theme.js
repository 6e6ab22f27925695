// The reader's own choice of theme, before anything is painted. Without one, the system's is followed by CSS alone.
try {
  var theme = localStorage.getItem('waypost.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.mantineColorScheme = theme;
} catch {
  // Storage is closed to us: the system decides.
}
// Browsers say early that the app can be installed; the screen that offers it comes later.
addEventListener('beforeinstallprompt', function (event) {
  window.waypostInstall = event;
});
