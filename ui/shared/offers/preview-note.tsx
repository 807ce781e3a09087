/** A note that the page is a preview. */
export function PreviewNote() {
  return (
    <div className="wrap">
      <p className="mt-6 mb-10 max-w-[42rem] border-l-4 border-gold bg-sunken px-4.5 py-3.5" role="note">
        <strong>Preview.</strong> Readers can’t see this version of the page. We don’t count anything on it.
      </p>
    </div>
  );
}
