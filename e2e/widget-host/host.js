// What a page does with the widget: three calls, one event. It never learns more than the state.
const widget = document.querySelector('tactus-widget');
const on = (id, run) => document.getElementById(id).addEventListener('click', run);

widget.addEventListener('tactus-state', ({ detail }) => {
  document.getElementById('state').textContent = detail;
});
on('start', () => widget.start());
on('faster', () => widget.setSpeed(1));
on('stop', () => widget.stop());
on('remove', () => widget.remove());

// Everything that anybody says to this page, for whoever wants to see that no key and no session is in it.
window.received = [];
window.addEventListener('message', ({ data }) => window.received.push(JSON.stringify(data)));
