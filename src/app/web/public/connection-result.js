// In the window of a connection, back from the provider: tells the page behind how it ended and closes the window.
const { channel = "", provider, result } = document.body.dataset;
new BroadcastChannel(channel).postMessage({ provider, result });
if (result === "connected") window.close();
