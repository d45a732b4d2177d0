package batch

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestDeadline(t *testing.T) {
	ask := func(ctx context.Context, times int) (err error) {
		for range times {
			err = ctx.Err()
		}
		return err
	}
	if err := ask(until(context.Background(), time.Hour), 1000); err != nil {
		t.Errorf("one hour: got %v, want no error", err)
	}
	d := until(context.Background(), time.Millisecond)
	if err := ask(d, clockEvery); err != nil {
		t.Errorf("before the deadline: got %v, want no error", err)
	}
	time.Sleep(2 * time.Millisecond)
	if err := ask(d, clockEvery); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after the deadline: got %v, want context.DeadlineExceeded", err)
	}
	d.restart()
	if err := ask(d, clockEvery); err != nil {
		t.Errorf("after restart: got %v, want no error", err)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if err := until(canceled, time.Hour).Err(); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled context: got %v, want context.Canceled", err)
	}
}
