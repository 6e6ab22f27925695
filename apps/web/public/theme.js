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
// A script of the page that is missing, blocked or out of reach: words and a button instead of the shape of the screen.
(function () {
  function showFailure() {
    var page = document.querySelector('.loading-screen');
    var box = document.querySelector('.loading-failure');
    if (!page || !box || !box.hidden) return;
    var texts = JSON.parse(box.dataset.texts);
    var languages = [new URLSearchParams(location.search).get('lang')];
    try {
      languages.push(localStorage.getItem('waypost.language'));
    } catch {
      // Storage is closed to us: the browser's languages are left.
    }
    var language = languages.concat(navigator.languages, 'en').reduce(function (found, tag) {
      var base = (tag || '').split(/[-_]/)[0];
      return found || (Object.hasOwn(texts, base) ? base : '');
    }, '');
    document.documentElement.lang = language;
    document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
    Array.prototype.forEach.call(box.children, function (element, at) {
      element.textContent = texts[language][at];
    });
    box.querySelector('button').addEventListener('click', function () {
      location.reload();
    });
    page.removeAttribute('aria-busy');
    document.documentElement.dataset.loading = 'failed';
    box.hidden = false;
  }
  // The first script, or one that it imports, in the capture phase: these errors do not bubble.
  addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement && event.target.type === 'module') showFailure();
    },
    true,
  );
  // Later parts: main.tsx says so.
  addEventListener('waypost:load-failed', showFailure);
})();
