const EVERY_MS = 100;

/** Reports ten times a second how loud a track is, from 0 to 1; call the result to stop. */
export function measureLevel(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    // Before the first user gesture the audio context is suspended: that is not silence.
    if (context.state !== "running") return void context.resume();
    analyser.getFloatTimeDomainData(samples);
    onLevel(
      Math.min(1, Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length) * 4),
    );
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}
