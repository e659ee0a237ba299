// The page's use of the widget: three calls, one event. It never learns more than the state.
const widget = document.querySelector('tactus-widget');
const on = (id, run) => document.getElementById(id).addEventListener('click', run);

widget.addEventListener('tactus-state', ({ detail }) => {
  document.getElementById('state').textContent = detail;
});
on('start', () => widget.start());
on('faster', () => widget.setSpeed(1));
on('stop', () => widget.stop());
on('remove', () => widget.remove());

// All messages to this page, for tests that check that no key and no session is in them.
window.received = [];
window.addEventListener('message', ({ data }) => window.received.push(JSON.stringify(data)));
